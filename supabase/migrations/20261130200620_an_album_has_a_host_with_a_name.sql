-- The host of an album is no number: such an address may lead into the network of the guest who follows it. What is kept of that kind goes.

update public.party_invitations set album_url = null where album_url !~ '^https://([a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]{1,62}(:[0-9]{1,5})?[/?#][\u0021-\u007e]*$';

alter table public.party_invitations drop constraint party_invitations_album_url_check;

alter table public.party_invitations add constraint party_invitations_album_url_check CHECK (char_length(album_url) <= 500 AND album_url ~ '^https://([a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]{1,62}(:[0-9]{1,5})?[/?#][\u0021-\u007e]*$'::text);
