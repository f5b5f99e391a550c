import type { BuildManifest, SitePage } from './site.ts';

/** The policy of these pages: nothing runs, loads or is sent anywhere unless it is named here. */
export function contentSecurityPolicy(
  pages: readonly Pick<SitePage, 'scriptHashes' | 'styleHashes'>[],
  manifest: Pick<BuildManifest, 'styleHashes' | 'backendOrigin'>,
): string {
  const backend = manifest.backendOrigin ? [manifest.backendOrigin] : [];
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...pages.flatMap(({ scriptHashes }) => scriptHashes)],
    'style-src': ["'self'", ...pages.flatMap(({ styleHashes }) => styleHashes), ...manifest.styleHashes],
    'img-src': ["'self'", 'blob:', 'data:', ...backend],
    'connect-src': ["'self'", ...backend],
    'font-src': ["'self'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
    // Browsers run no text as a script: only the policy `worker` (`client/entries/worker-registration.ts`) makes an address of one.
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['worker'],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
