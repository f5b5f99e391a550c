import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function capture(isTTY: boolean) {
  const lines: string[] = [];
  const log = createLog({ isTTY, write: (text) => lines.push(text) }, () => new Date('2026-06-15T12:00:00Z'));
  return { log, lines };
}

test('away from a terminal every event is one line of JSON', () => {
  const { log, lines } = capture(false);
  log.error('mail_failed', { reason: 'two\nlines' });
  expect(lines).toEqual([
    '{"reason":"two\\nlines","time":"2026-06-15T12:00:00.000Z","level":"error","event":"mail_failed"}\n',
  ]);
});

test('a field cannot pass itself off as the event', () => {
  const { log, lines } = capture(false);
  log.info('started', { event: 'forged', level: 'error' });
  expect(JSON.parse(lines[0]!)).toMatchObject({ event: 'started', level: 'info' });
});

test('on a terminal it reads as plain words', () => {
  const { log, lines } = capture(true);
  log.info('orphaned_database_stopped', { pid: 7, port: null });
  log.error('start_failed');
  expect(lines).toEqual(['orphaned database stopped (pid: 7)\n', 'Error: start failed\n']);
});
