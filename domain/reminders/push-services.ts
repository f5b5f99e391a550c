/** Reads the push services that a site's operator allows in addition to those of the browsers. */

const mostServices = 20;
const longestName = 253;

/**
 * A host name with at least two labels, or `*.` before one for any number of further labels. The last label must begin with a letter,
 * so that IP addresses do not match. The database has the same check.
 */
const service = /^(\*\.)?([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z]([a-z\d-]*[a-z\d])?$/;

/** Reads names separated by commas or spaces, such as `push.example.org, *.push.example.net`; null if one is invalid. */
export function readPushServices(text: string): readonly string[] | null {
  const names = text.split(/[\s,]+/).filter(Boolean);
  const isGood =
    names.length <= mostServices && names.every((name) => name.length <= longestName && service.test(name));
  return isGood ? [...new Set(names)] : null;
}
