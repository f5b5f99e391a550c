import { createServer, type IncomingMessage } from 'node:http';
import { type Data, DataError } from '../../functions/web-function.ts';
import { listen } from './listen.ts';

/**
 * The part of a hosted Supabase that Edge Functions call as `service_role`, a role the embedded server gives to nobody: functions by name,
 * for callers with the key.
 */
export async function startRestGateway(data: Data, serviceKey: string) {
  const server = createServer(async (request, response) => {
    const name = /^\/rest\/v1\/rpc\/(\w+)$/.exec(request.url ?? '')?.[1];
    const isServer = request.headers.authorization === `Bearer ${serviceKey}`;
    if (!name || !isServer) return void response.writeHead(name ? 401 : 404).end();
    try {
      const result = await data.call(name, JSON.parse(await bodyOf(request)));
      if (result === null) response.writeHead(204).end();
      else response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(result));
    } catch (error) {
      response.writeHead(error instanceof DataError ? error.status : 500).end();
    }
  });
  return listen(server);
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
