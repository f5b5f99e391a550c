/**
 * Kills three servers over one PostgreSQL and one S3 store in turn under load, and prints what was acknowledged, what was sent again,
 * and whether anything is missing. Arguments: rounds (each server is killed once in each; 10 by default) and owners (6).
 */
import { startMachines } from '../tests/support/machines.ts';
import { writeWhileServersDie } from '../tests/support/under-fire.ts';

const rounds = Number(process.argv[2] ?? 10);
const owners = Number(process.argv[3] ?? 6);

const machines = await startMachines(3);
try {
  const { complaints, ...counts } = await writeWhileServersDie(machines, owners, rounds);
  console.log(`${counts.kills} kills of 3 servers while ${owners} owners wrote through a proxy`);
  console.log(`  requests        ${counts.requests}, of which ${counts.sentAgain} were hit and sent again`);
  console.log(`  rows            ${counts.rows} written, ${counts.deletions} dogs deleted with their parties`);
  console.log(`  photos          ${counts.photos}`);
  console.log(`  refreshes       ${counts.refreshes}`);
  console.log(`  complaints      ${complaints.length}`);
  for (const complaint of complaints.slice(0, 20)) console.log(`    ${complaint}`);
  if (complaints.length > 0) process.exitCode = 1;
} finally {
  await machines.stop();
}
