import { fileURLToPath } from 'node:url';
import { rerunOnChange } from './rerun-on-change.ts';

const inProject = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

// What the server runs. Vite, which is part of it, reloads the pages by itself.
const folders = ['addresses', 'domain', 'embedded-supabase', 'functions', 'mail', 'server', 'supabase/migrations'];
rerunOnChange(inProject('scripts/dev-server.ts'), folders.map(inProject));
