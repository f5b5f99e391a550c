import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';
import { listen } from './listen.ts';

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
  const { port } = await listen(smtp.server);
  onTestFinished(() => new Promise<void>((done) => smtp.close(() => done())));
  return { received, env: { SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL: 'https://wagday.example' } };
}
