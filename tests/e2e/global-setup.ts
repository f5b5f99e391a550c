import { startServer } from '../support/start-server.ts';

/** Starts one real server for all journeys; each signs up its own owners. */
export default async function globalSetup() {
  const server = await startServer({ script: 'scripts/start.ts' });
  process.env.WAGDAY_TEST_URL = server.url;
  // The folder for mail that nobody sends.
  process.env.WAGDAY_TEST_DATA = server.dataDir;
  return () => server.stop();
}
