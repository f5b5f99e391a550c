-- Lets nobody but the owner execute functions that are created from here on, unless they are granted by name. The product's migrations do the
-- same. It is said here, too, so that functions of the platform have the same rights whether a database has those migrations already or not.
alter default privileges revoke execute on functions from public;
