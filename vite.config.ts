import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** What both the landing page and the app need before anything else. */
const visit =
  /addresses\/addresses\.ts|client\/(pages\/landing-islands|features\/landing\/(account-actions|sign-up-disabled-dialog|start-button)|ui\/(button|class-names|dialog|page-link|toaster)|backend\/(prepare-supabase|stored-session|typed-calculation|web-storage)|app\/(load-failure|register-worker))\.tsx?$|vite\/preload-helper/;

export default defineConfig({
  root: fileURLToPath(new URL('client', import.meta.url)),
  plugins: [react(), tailwindcss()],
  build: {
    outDir: fileURLToPath(new URL('dist', import.meta.url)),
    emptyOutDir: true,
    // Inlined data: URLs would need a wider content security policy.
    assetsInlineLimit: 0,
    target: 'baseline-widely-available',
    // The same, plus the first to know light-dark(): spelled out for older ones, the palette weighs the page down.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5', 'ios17.5'],
    manifest: true,
    rolldownOptions: {
      // The app in its own page, and what brings the landing page to life, which the build renders (scripts/build-pages.ts).
      input: {
        app: fileURLToPath(new URL('client/index.html', import.meta.url)),
        landing: fileURLToPath(new URL('client/app/landing.tsx', import.meta.url)),
      },
      preserveEntrySignatures: 'allow-extension',
      output: {
        codeSplitting: {
          // A visitor's code in few files: each costs a request and its headers.
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|rolldown\/runtime/ },
            { name: 'visit', test: visit },
          ],
        },
      },
    },
  },
});
