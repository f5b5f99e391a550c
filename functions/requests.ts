/** What the functions share about requests and refusals. Only what every web platform has is used. */

/** In characters: more than any of them needs. */
const queryMaxLength = 200;

/**
 * The parameters of a request's address.
 * @returns null unless each of the names is there exactly once, and nothing else
 */
export function readQuery<Name extends string>(
  request: Request,
  names: readonly Name[],
): Readonly<Record<Name, string>> | null {
  const { search, searchParams } = new URL(request.url);
  const entries = [...(search.length > queryMaxLength ? [] : searchParams)];
  const isWhole = entries.length === names.length && names.every((name) => searchParams.has(name));
  return isWhole ? (Object.fromEntries(entries) as Record<Name, string>) : null;
}

/** A refusal in the shape of Supabase's own. @param code in capitals, for programs */
export function refuse(status: number, code: string, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ code, message }, { status, headers });
}
