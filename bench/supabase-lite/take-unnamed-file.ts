/**
 * Loaded before Supabase Lite, which looks for an uploaded file under the field name `file`. The Supabase client leaves the name empty,
 * as Supabase itself expects. Without this no photo could be uploaded, and no test of photos could run.
 */
const { get } = FormData.prototype;
FormData.prototype.get = function (name) {
  return get.call(this, name) ?? (name === 'file' ? get.call(this, '') : null);
};
