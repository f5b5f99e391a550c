import { startServer } from '../support/start-server.ts';

/** One real server for all journeys; each signs up owners of its own. */
export default async function globalSetup() {
  const server = await startServer({ script: 'scripts/start.ts' });
  process.env.WAGDAY_TEST_URL = server.url;
  // Where mail is written that nobody sends.
  process.env.WAGDAY_TEST_DATA = server.dataDir;
  return () => server.stop();
}
