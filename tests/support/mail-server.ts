import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** Starts a mail server that takes everything until the test ends. `env` has the settings that lead to it. */
export async function startMailServer() {
  const received: string[] = [];
  const smtp = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    async onData(stream, { envelope }, done) {
      let text = envelope.rcptTo.map(({ address }) => `for ${address}\n`).join('');
      for await (const part of stream) text += part;
      received.push(text);
      done();
    },
  });
  smtp.server.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  onTestFinished(() => new Promise<void>((done) => smtp.close(() => done())));
  const { port } = smtp.server.address() as AddressInfo;
  return { received, env: { SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: 'https://wagday.example' } };
}
