/** Links by which calendar services subscribe to the address of a calendar. */

/** The address with the scheme that opens a calendar app: Apple's and most others. */
export function webcalUrl(address: string): string {
  return address.replace(/^https?:/, 'webcal:');
}

/** Google takes no address that begins with https. */
export function googleSubscribeUrl(address: string): string {
  return `https://calendar.google.com/calendar/render?cid=${encodeURIComponent(webcalUrl(address))}`;
}

export function outlookSubscribeUrl(address: string, name: string): string {
  return `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(address)}&name=${encodeURIComponent(name)}`;
}

/** Whether the services of others can reach the address: not on this machine alone, nor in a home network. */
export function isOnTheInternet(address: string): boolean {
  const { hostname } = new URL(address);
  const isPrivate = /^(localhost|\[.*\]|127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(hostname);
  return !isPrivate && hostname.includes('.') && !/\.(local|localhost|lan|home|internal)$/.test(hostname);
}
