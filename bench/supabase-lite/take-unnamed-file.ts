/**
 * Loaded before Supabase Lite. It looks for an uploaded file under the field name `file`, while the Supabase client leaves
 * the name empty, as Supabase itself expects. Without this no photo could be uploaded and no test about photos could run.
 */
const { get } = FormData.prototype;
FormData.prototype.get = function (name) {
  return get.call(this, name) ?? (name === 'file' ? get.call(this, '') : null);
};
