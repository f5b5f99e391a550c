/** How a body can be compressed. */
export type Encoding = 'br' | 'gzip' | 'identity';

const PREFERRED: readonly Encoding[] = ['br', 'gzip', 'identity'];

/** The best encoding the client takes among those there are; identity when it names none of them. */
export function negotiateEncoding(header: string | undefined, available: (encoding: Encoding) => boolean): Encoding {
  const weights = new Map<string, number>();
  for (const part of (header ?? '').split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const q = parameters.find((text) => text.startsWith('q='));
    if (name) weights.set(name, q ? Number(q.slice(2)) || 0 : 1);
  }
  const weigh = (encoding: Encoding) =>
    weights.get(encoding) ?? (encoding === 'identity' ? 0.001 : (weights.get('*') ?? 0));
  const accepted = PREFERRED.filter((encoding) => available(encoding) && weigh(encoding) > 0);
  return accepted.sort((one, other) => weigh(other) - weigh(one))[0] ?? 'identity';
}

/** Whether If-None-Match names this tag: weak comparison, as RFC 9110 asks for it. */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (!header) return false;
  return header.split(',').some((part) => {
    const text = part.trim();
    return text === '*' || text.replace(/^W\//, '') === tag;
  });
}
