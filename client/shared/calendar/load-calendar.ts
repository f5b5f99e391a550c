/** Loads the ways into a calendar, which most visits never open. */
export async function loadCalendar() {
  const [{ AddToCalendar, CalendarOffers }, offers] = await Promise.all([
    import('./add-to-calendar.tsx'),
    import('./calendar-offers.ts'),
  ]);
  return { AddToCalendar, CalendarOffers, ...offers };
}
