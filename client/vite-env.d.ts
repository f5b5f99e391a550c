interface ImportMetaEnv {
  /** The address of a hosted Supabase project; without it the app talks to the server that delivered it. */
  readonly VITE_SUPABASE_URL?: string;
  readonly VITE_SUPABASE_PUBLISHABLE_KEY?: string;
  /** What precedes the token in links to invitations, where a server draws their pages; without it the app does. */
}
