-- As on hosted Supabase, under the same name: finds the objects of a folder in a database of any collation.
create index name_prefix_search on storage.objects (name text_pattern_ops);
