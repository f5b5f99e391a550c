/**
 * The numbers of all advisory locks that servers and commands take in the database. Each lock has a number of its own, which
 * never changes, because servers of two versions may share a database.
 */
export const advisoryLocks = {
  /** One server at a time uses a database of its own. */
  server: 1_463_895_876,
  /** One server at a time prepares a database: migrations and logins. */
  start: 1_463_895_877,
  // 1_463_895_878 and 1_463_895_880 were used by earlier versions.
  /** While a backup is taken, no server removes photos. */
  backup: 1_463_895_879,
} as const;
