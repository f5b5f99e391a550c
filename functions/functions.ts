import { celebrations } from './celebrations.ts';

/** Answers a request that needs no session. It uses nothing but the domain and what every web platform has. */
export type WebFunction = (request: Request) => Response | Promise<Response>;

/** Every function by the name that it is called by. Each has an entry for Supabase in supabase/functions. */
export const functions: ReadonlyMap<string, WebFunction> = new Map([['celebrations', celebrations]]);
