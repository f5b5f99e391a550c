/** Push services that the owner of a site adds to those of the browsers. */

/** In one list. */
const mostServices = 20;
const longestName = 253;

/**
 * A host name of two labels or more, or a star in place of one or more labels in front of such a name. The last label is never a
 * number, so that no address of a network is a name. The database checks the same.
 */
const service = /^(\*\.)?([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z]([a-z\d-]*[a-z\d])?$/;

/** Reads names that commas or spaces separate, such as `push.example.org, *.push.example.net`; null where one of them is none. */
export function readPushServices(text: string): string[] | null {
  const names = text.split(/[\s,]+/).filter(Boolean);
  const isGood =
    names.length <= mostServices && names.every((name) => name.length <= longestName && service.test(name));
  return isGood ? [...new Set(names)] : null;
}
