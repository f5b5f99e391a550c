-- Limits on mails per day. A limit on a mailbox covers all addresses that its provider delivers to it.

-- Mailboxes. `offset 0` keeps the parts of an address from being worked out again for each provider.

-- Large providers, whose mailboxes have nothing to do with each other. A view, because the list belongs to the version of the product and
-- to no backup. `main_domain` is the one of several domains that lead to the same mailbox; `ignored` are the characters that do not count
-- before the @; `tag` holds the characters that may begin a tag.
create view private.mail_providers (domain, main_domain, ignored, tag) as
  select domain, 'gmail.com', '.', '+' from unnest('{gmail.com,googlemail.com}'::text[]) as domain
  union all select domain, 'proton.me', '._-', '+' from unnest('{proton.me,protonmail.com,protonmail.ch,pm.me}'::text[]) as domain
  union all select domain, 'icloud.com', '', '+' from unnest('{icloud.com,me.com,mac.com}'::text[]) as domain
  union all select domain, domain, '', '+-' from unnest('{
    yahoo.com,yahoo.ca,yahoo.co.id,yahoo.co.in,yahoo.co.jp,yahoo.co.uk,yahoo.com.ar,yahoo.com.au,yahoo.com.br,yahoo.com.mx,yahoo.com.ph,
    yahoo.com.sg,yahoo.com.tw,yahoo.com.vn,yahoo.de,yahoo.es,yahoo.fr,yahoo.gr,yahoo.ie,yahoo.in,yahoo.it,yahoo.pl,yahoo.se,
    ymail.com,rocketmail.com,myyahoo.com
  }'::text[]) as domain
  union all select domain, domain, '', '+' from unnest('{
    outlook.com,outlook.at,outlook.be,outlook.com.ar,outlook.com.au,outlook.com.br,outlook.de,outlook.dk,outlook.es,outlook.fr,outlook.ie,
    outlook.in,outlook.it,outlook.jp,outlook.pt,hotmail.com,hotmail.be,hotmail.ca,hotmail.co.jp,hotmail.co.uk,hotmail.com.ar,
    hotmail.com.au,hotmail.com.br,hotmail.de,hotmail.es,hotmail.fr,hotmail.it,hotmail.nl,hotmail.se,live.com,live.at,live.be,live.ca,
    live.cn,live.co.uk,live.com.au,live.com.mx,live.de,live.dk,live.fr,live.ie,live.it,live.nl,live.no,live.se,msn.com,windowslive.com,
    aol.com,aim.com,gmx.at,gmx.ch,gmx.com,gmx.de,gmx.net,web.de,mail.com,email.com,t-online.de,freenet.de,arcor.de,posteo.de,
    mailbox.org,tuta.com,tuta.io,tutamail.com,tutanota.com,tutanota.de,fastmail.com,fastmail.fm,hey.com,zoho.com,zohomail.com,
    zohomail.eu,hushmail.com,yandex.com,yandex.ru,ya.ru,mail.ru,bk.ru,inbox.ru,list.ru,rambler.ru,ukr.net,qq.com,163.com,126.com,
    yeah.net,sina.com,sohu.com,foxmail.com,naver.com,daum.net,hanmail.net,rediffmail.com,seznam.cz,email.cz,centrum.cz,wp.pl,o2.pl,
    onet.pl,interia.pl,op.pl,azet.sk,orange.fr,wanadoo.fr,free.fr,sfr.fr,laposte.net,neuf.fr,bbox.fr,libero.it,virgilio.it,alice.it,
    tin.it,tiscali.it,bluewin.ch,sunrise.ch,a1.net,chello.at,aon.at,telenet.be,skynet.be,proximus.be,ziggo.nl,kpnmail.nl,planet.nl,
    home.nl,xs4all.nl,telia.com,telenor.no,online.no,sapo.pt,terra.com.br,uol.com.br,bol.com.br,ig.com.br,btinternet.com,
    sky.com,virginmedia.com,ntlworld.com,talktalk.net,eircom.net,comcast.net,verizon.net,att.net,sbcglobal.net,bellsouth.net,cox.net,
    charter.net,spectrum.net,optonline.net,earthlink.net,frontier.com,centurylink.net,juno.com,shaw.ca,rogers.com,bell.net,sympatico.ca,
    telus.net,videotron.ca,bigpond.com,bigpond.net.au,optusnet.com.au,iinet.net.au,xtra.co.nz,docomo.ne.jp,ezweb.ne.jp,softbank.ne.jp,
    walla.co.il
  }'::text[]) as domain;

-- Returns the address under which a mailbox is counted: without a tag, and in its provider's main spelling.
create function private.mailbox_of(address text) returns text
language sql
stable
set search_path = ''
as $$
  select coalesce(
    (
      select coalesce(nullif(translate(named.untagged, provider.ignored, ''), ''), given.name) || '@' || provider.main_domain
      from private.mail_providers as provider
      cross join lateral (values (regexp_replace(given.name, '(.)[' || provider.tag || '].*$', '\1'))) as named (untagged)
      where provider.domain = given.domain
    ),
    regexp_replace(given.name, '(.)\+.*$', '\1') || '@' || given.domain
  )
  from (
    select lower(regexp_replace(address, '@[^@]*$', '')) as name, lower(regexp_replace(address, '^.*@', '')) as domain
    offset 0
  ) as given
$$;

-- Returns the registered domain of an address, because subdomains cost nothing; null at a large provider.
create function private.domain_of_host(address text) returns text
language sql
stable
set search_path = ''
as $$
  select substring(domain from case
    when domain ~ '\.(ac|co|com|edu|gob|gov|ltd|me|ne|net|or|org|plc|sch)\.[a-z]{2}$' then '[^.]+\.[^.]+\.[^.]+$' else '[^.]+\.[^.]+$'
  end)
  from (select lower(regexp_replace(address, '^.*@', '')) as domain offset 0) as given
  where not exists (select from private.mail_providers as provider where provider.domain = given.domain)
$$;

-- Counts

-- The salts of each day's hashes. A salt is deleted soon after its day.
create table private.guest_mail_salts (
  day date primary key,
  salt bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
  -- How many guests new hosts may mail that day, according to the server's latest claim.
  most_of_new integer not null default 500
);

-- Mails per day in UTC: by a host, by a host to an address, and by all hosts to an address, under an id that belongs to nobody. Addresses
-- are hashes with the salt of the day. There are no foreign keys, because the counts outlive guests who are removed.
create table private.guest_mail_counts (
  user_id uuid not null,
  kind text not null,
  address_hash bytea not null default '',
  day date not null,
  times integer not null default 1,
  primary key (user_id, day, kind, address_hash)
);
create index guest_mail_counts_day_idx on private.guest_mail_counts (day);

-- Which guests new hosts have mailed on a day, as hashes with the salt of that day: the domain of the host's address, or at a large
-- provider the mailbox, and the address of the guest. The rows are deleted with the salt.
create table private.guest_mail_reach (
  day date not null references private.guest_mail_salts (day) on update cascade on delete cascade,
  sender_hash bytea not null,
  address_hash bytea not null,
  primary key (day, sender_hash, address_hash)
);

-- Returns the hash of an address with the salt of a day.
create function private.hash_of_day(address text, on_day date) returns bytea
language plpgsql
set search_path = ''
as $$
begin
  insert into private.guest_mail_salts (day) values (on_day) on conflict do nothing;
  return (
    select sha256(salt || convert_to(private.mailbox_of(address), 'UTF8')) from private.guest_mail_salts where day = on_day
  );
end
$$;

-- Returns whether new hosts of the domain of an address, or at a large provider of its mailbox, have not mailed a guest that day.
create function private.is_stranger(host_address text, address text, on_day date) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  sender constant bytea := private.hash_of_day(coalesce(private.domain_of_host(host_address), host_address), on_day);
  hash constant bytea := private.hash_of_day(address, on_day);
begin
  return not exists (select from private.guest_mail_reach where day = on_day and sender_hash = sender and address_hash = hash);
end
$$;

-- Returns how many mailboxes have opened a link that a host had mailed. Those of a domain that one person may own count once.
create function private.count_opened_mailboxes(host uuid) returns integer
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select count(distinct coalesce(private.domain_of_host(mail.email), private.mailbox_of(mail.email)))
    from public.party_guests as guest join private.guest_mails as mail on mail.guest_id = guest.id
    where guest.user_id = host and mail.opened_at is not null
  );
end
$$;

-- Counts a mail of a day, or returns which limit is full: how many strangers the new hosts of a domain ('domain') or of the site ('site')
-- may mail, 'host' or 'address'. Two fifths of the site's are kept for hosts with fewer than ten strangers that day, so that no few hosts
-- use up all.
--
-- A host is a proved mailbox, however many accounts it has had. Anyone who has a link can cause mails with guests' own links and mails to
-- guests who move up, so most of what a host may send is reserved for changes. Anyone with a link can also type another guest's address
-- into any number of answers, so links and places, which strangers can cause, are counted apart from changes. Other hosts never hold up the
-- first change of a day that a host of more than a week sends to an address.
create function private.count_guest_mail(
  host uuid, host_address text, mail_group text, address text, on_day date, is_new boolean, most_of_new integer
) returns text
language plpgsql
set search_path = ''
as $$
declare
  nobody constant uuid := '00000000-0000-0000-0000-000000000000';
  most_of_domain constant integer := 60;
  host_hash constant bytea := private.hash_of_day(host_address, on_day);
  hash constant bytea := private.hash_of_day(address, on_day);
  domain constant text := private.domain_of_host(host_address);
  sender constant bytea := private.hash_of_day(coalesce(domain, host_address), on_day);
  is_stranger constant boolean := is_new and private.is_stranger(host_address, address, on_day);
  is_first_change constant boolean := mail_group = 'change' and not is_new and not exists (
    select from private.guest_mail_counts as kept
    where kept.user_id = host and kept.day = on_day and kept.kind = 'news' and kept.address_hash = hash
  );
  limits record;
  most_of_host integer;
  strangers integer;
  most_of_site integer;
  is_full text;
begin
  -- As what a mail is counted of its host and to its address, and how many are the most: of a host, of one in the first week, to an address
  -- from one host, from all. Words and reminders are counted apart as well, so that they leave room for a cancellation. So are places, because
  -- a guest who moves up knows it from nowhere else, while a link was on the page. Guests who cannot come need their link least, so they leave
  -- half the room to others.
  select * into limits from (values
    ('moved up', 'moves', 300, 30, 'places', 10, 20),
    ('change', 'changes', 700, 80, 'news', 20, 40),
    ('word', 'words', 500, 40, 'words', 5, 10),
    ('link', 'answers', 300, 30, 'links', 3, 10),
    ('link of no', 'answers', 150, 15, 'links', 3, 10)
  ) as kept (mail_group, of_host, by_host, by_new_host, to_address, by_one, by_all) where kept.mail_group = count_guest_mail.mail_group;
  most_of_host := case when is_new then limits.by_new_host else limits.by_host end;
  if is_stranger then
    strangers := (select count(*) from private.guest_mail_reach as kept where kept.day = on_day and kept.sender_hash = sender);
    if domain is not null and strangers >= most_of_domain then
      return 'domain';
    end if;
    most_of_site := case when strangers < 10 then most_of_new else most_of_new * 3 / 5 end;
    if most_of_site <= (select count(*) from (select from private.guest_mail_reach where day = on_day limit most_of_site) as kept) then
      return 'site';
    end if;
  end if;
  -- Each guest who opens a mailed link makes room for two more, up to three times as many.
  if is_new and exists (
    select from private.guest_mail_counts as kept
    where kept.user_id = nobody and kept.kind = limits.of_host and kept.address_hash = host_hash and kept.day = on_day and kept.times >= most_of_host
  ) then
    most_of_host := least(most_of_host * 3, most_of_host + 2 * private.count_opened_mailboxes(host));
  end if;
  select place.whose into is_full
  from (values
    (nobody, limits.of_host, host_hash, most_of_host, 'host'),
    (host, limits.to_address, hash, limits.by_one, 'address'),
    (nobody, limits.to_address, hash, case when not is_first_change then limits.by_all end, 'address')
  ) as place (user_id, kind, address_hash, most, whose)
  join private.guest_mail_counts as kept using (user_id, kind, address_hash)
  where kept.day = on_day and kept.times >= place.most order by place.whose desc limit 1;
  if is_full is null then
    insert into private.guest_mail_counts as kept (user_id, kind, address_hash, day)
      values (nobody, limits.of_host, host_hash, on_day), (host, limits.to_address, hash, on_day), (nobody, limits.to_address, hash, on_day)
      on conflict (user_id, day, kind, address_hash) do update set times = kept.times + 1;
    if is_stranger then
      insert into private.guest_mail_reach (day, sender_hash, address_hash) values (on_day, sender, hash);
    end if;
  end if;
  return is_full;
end
$$;
