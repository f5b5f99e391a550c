-- Mailboxes: one has as many addresses as its provider folds into one, and what is bounded for a mailbox is bounded for all of them.

-- Providers with a great many mailboxes that have nothing to do with each other. A view, because it belongs to the version of the product,
-- and to no backup. `main_domain` is the one of several that lead to the same
-- mailbox; `ignored` are the characters that do not count before the @, and `tag` is what a tag begins with.
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
revoke all on private.mail_providers from public, anon, authenticated, service_role;

-- The address by which a mailbox is counted: without a tag, and as its provider spells it.
create or replace function private.mailbox_of(address text) returns text
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
  from (values (
    lower(regexp_replace(address, '@[^@]*$', '')), lower(regexp_replace(address, '^.*@', ''))
  )) as given (name, domain)
$$;

-- By name, because hosted Supabase grants new functions to each of its roles.
revoke all on function private.mailbox_of(text) from public, anon, authenticated, service_role;
