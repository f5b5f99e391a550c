import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * Modules that both the landing page and the app need before anything else, and those that make the landing page interactive, because a
 * separate file would cost a visitor more than it weighs.
 */
const visit =
  /client\/(pages\/landing-islands|features\/landing\/landing-buttons|ui\/(button|class-names|dialog|page-link|toaster)|data\/(prepare-supabase|session\/stored-session|drafts\/(typed-calculation|web-storage))|entries\/(landing|calculator-trouble|load-failure|register-worker))\.tsx?$|vite\/preload-helper/;

/** Form fields and the parts of a report, with their texts, for the calculator, for the owners' forms and for the pack. */
const fields =
  /client\/(ui\/(confetti|disclosure|field|icon|icons|loaded|share|text-to-copy|use-single-flight)|shared\/(use-today|use-open-dialog|fields\/(size-field|birth-date-field)|report\/(figures|in-numbers|years-rosette)|calendar\/load-calendar|share\/use-sharing)|cards\/(card|celebration-cards|use-(birthday|card)-picture)|art\/(cast-dog|features|flags|icing|dog-portrait|dog-placeholder|rosette)|copy\/(messages|problems)|data\/drafts\/calculated-dog|entries\/other-programs)\.tsx?$|domain\/(dogs\/(age|size|calculator-draft)|dates\/(calendar-date|ordinal)|celebrations\/(celebrations|occasion|birthday-report)|text\/(text|checks)|limits)\.ts$/;

/** What a visitor's later steps and an owner's pack both need. */
const shared =
  /client\/(ui\/(back-to-close|use-form|choices|file-button|image\/guarded-canvas)|copy\/photo-problems|art\/photo-position|cards\/card-choices)\.tsx?$|domain\/guests\/listed-guests\.ts$/;

/** What any page of the app needs, and what its other pages need of an owner's pack. */
const app =
  /client\/(entries\/app|art\/cast|pages\/(link-token|places)|data\/(records\/rows|session\/auth)|ui\/(app-icons|ask-first|busy-button|problem-summary)|copy\/failure-message|features\/(offline\/offline-note|pack\/dashboard-header)|shared\/(sign-out|help-link))\.tsx?$|domain\/(guests\/(guest-answer|invitation-view)|accounts\/credential-rules)\.ts$/;

const isOneOf = (file: string, names: string) => new RegExp(`/(${names})-[\\w-]{8}\\.js$`).test(file);

export default defineConfig({
  root: fileURLToPath(new URL('client', import.meta.url)),
  plugins: [react(), tailwindcss()],
  build: {
    outDir: fileURLToPath(new URL('dist', import.meta.url)),
    emptyOutDir: true,
    // Inlined data: URLs would need a wider content security policy.
    assetsInlineLimit: 0,
    target: 'baseline-widely-available',
    // The same browsers, limited to versions with light-dark(): replacing it for older ones would make the palette much larger.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5', 'ios17.5'],
    manifest: true,
    modulePreload: {
      polyfill: false,
      // Every page has loaded some of them by the time that it asks for more. The landing page's script asks only for the large ones at
      // once, because each name in it weighs ten bytes that every visitor is sent.
      resolveDependencies: (file, files, { hostId, hostType }) => {
        if (hostType === 'html') return files;
        const isLarge = (name: string) => name === file || isOneOf(name, 'fields');
        return files.filter(
          (name) => !isOneOf(name, 'react|rolldown-runtime|landing') && (!isOneOf(hostId, 'landing') || isLarge(name)),
        );
      },
    },
    rolldownOptions: {
      // Copies constants into the files that read them, so that the landing page gets its addresses without those of the app.
      optimization: { inlineConst: { mode: 'all' } },
      // The app in its page, and the script of the landing page, which the build renders (scripts/build-pages.ts).
      input: {
        app: fileURLToPath(new URL('client/index.html', import.meta.url)),
        landing: fileURLToPath(new URL('client/entries/landing.tsx', import.meta.url)),
        visit: fileURLToPath(new URL('client/styles/visit.css', import.meta.url)),
      },
      preserveEntrySignatures: 'allow-extension',
      output: {
        codeSplitting: {
          // Few files for a visitor: each costs a request and its headers.
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|rolldown\/runtime/ },
            // Before what a visitor loads, which needs only constants of it.
            { name: 'addresses', test: /addresses\/addresses\.ts$/ },
            { name: 'visit', test: visit },
            { name: 'fields', test: fields },
            {
              name: 'calculator',
              test: /client\/(features\/calculator\/calculator|pages\/calculator-island|entries\/landing-calculator)\.tsx?$/,
            },
            { name: 'shared', test: shared },
            { name: 'app', test: app },
            // The first screen of an owner. Last, because a group takes what its modules import and no group before it has.
            { name: 'pack', test: /client\/pages\/dashboard-page\.tsx$/ },
          ],
        },
      },
    },
  },
});
