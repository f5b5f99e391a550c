/** The classes of a `<summary>`: a line that looks like what it is, something to open. */
export const summaryClasses =
  'flex min-h-11 w-fit items-center gap-2 rounded-field font-bold text-raspberry marker:content-none before:transition before:duration-quick before:content-["▸"] in-open:before:rotate-90';
