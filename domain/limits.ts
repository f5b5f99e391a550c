/**
 * What several folders limit: names and years. The limits of other texts are beside the drafts that they check. Lengths are in characters
 * (Unicode code points), as PostgreSQL's char_length counts them; the checks in supabase/schemas use the same numbers.
 */
export const limits = {
  dogName: 60,
  /** The owner's name. The database does not check it, because it is part of the account's metadata. */
  ownerName: 60,
  calendarName: 60,
  /** In years, more than any dog has lived. */
  dogAge: 40,
  latestPartyYear: 2100,
  /** In years. The form asks about a party further ahead, because the date is most likely mistyped. */
  partyYearsAhead: 2,
} as const;
