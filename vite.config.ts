import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * What both the landing page and the app need before anything else, and what brings the landing page to life, because a file of its own
 * would cost a visitor more than it weighs.
 */
const visit =
  /addresses\/addresses\.ts|client\/(pages\/landing-islands|features\/landing\/landing-buttons|ui\/(button|class-names|dialog|page-link|toaster)|data\/(prepare-supabase|session\/stored-session|drafts\/(typed-calculation|web-storage))|entries\/(landing|calculator-trouble|load-failure|register-worker))\.tsx?$|vite\/preload-helper/;

/** The fields and their words, for the calculator and for the forms of owners. */
const fields =
  /client\/(ui\/(field|confetti|use-single-flight)|shared\/(use-today|fields\/(size-field|birth-date-field))|art\/cast-dog|copy\/(messages|problems)|data\/drafts\/calculated-dog)\.tsx?$|domain\/(dogs\/(size|calculator-draft)|dates\/calendar-date|text\/(text|checks)|limits)\.ts$/;

/** What a report is made of, for the calculator and for the pack. */
const figures =
  /client\/(shared\/(report\/figures|calendar\/load-calendar|share\/(share-row|use-sharing))|cards\/use-birthday-picture|ui\/(new-tab-link|share|text-to-copy)|art\/(calendar-leaf|features|flags|dog-portrait|rosette|dog-placeholder))\.tsx?$|domain\/(dogs\/age|dates\/ordinal|celebrations\/(celebrations|occasion|birthday-report))\.ts$/;

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
        landing: fileURLToPath(new URL('client/entries/landing.tsx', import.meta.url)),
        visit: fileURLToPath(new URL('client/styles/visit.css', import.meta.url)),
      },
      preserveEntrySignatures: 'allow-extension',
      output: {
        codeSplitting: {
          // A visitor's code in few files: each costs a request and its headers.
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|rolldown\/runtime/ },
            { name: 'visit', test: visit },
            { name: 'fields', test: fields },
            // What a pack loads at once, and its dialogs use, too.
            {
              name: 'pack',
              test: /client\/(features\/invitations\/guest-book|cards\/card|shared\/device-zone|ui\/(back-to-close|use-form))\.tsx?$|domain\/parties\/party-time\.ts$/,
            },
            { name: 'figures', test: figures },
            {
              name: 'calculator',
              test: /client\/(features\/calculator\/(load-report|calculator)|pages\/calculator-island|entries\/landing-calculator)\.tsx?$/,
            },
          ],
        },
      },
    },
  },
});
