/** Returns a new random id (UUID v4). The client makes ids, so that a record sent twice is saved only once. */
export function newRecordId(): string {
  if (window.isSecureContext) return crypto.randomUUID();
  // Browsers have no randomUUID on pages without https, for example in a home network.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
