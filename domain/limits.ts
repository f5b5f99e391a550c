/**
 * The longest texts and the oldest dog that the product accepts. Lengths are in characters (Unicode code points), as
 * PostgreSQL's char_length counts them; the checks in supabase/migrations hold the same numbers.
 */
export const limits = {
  dogName: 60,
  breed: 80,
  notes: 2000,
  /** How an owner wants to be called; no check in the database, where it is metadata of the account. */
  ownerName: 60,
  celebrationTitle: 120,
  celebrationDescription: 2000,
  celebrationLocation: 200,
  /** In years, well beyond the longest life of a dog. */
  dogAge: 40,
  /** The last year for which a celebration is planned. */
  celebrationYear: 2100,
  /** In years: a celebration further ahead is asked about, because it is most likely a slip. */
  celebrationAhead: 2,
} as const;
