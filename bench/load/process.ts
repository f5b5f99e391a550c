/** Makes load in a separate process, which shares no event loop with the measured server or the benchmark. */
import { applyLoad, type Load } from './http-load.ts';

process.on('message', (load: Load) => {
  applyLoad(load).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  );
});
