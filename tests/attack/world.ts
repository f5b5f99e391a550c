import { randomUUID } from 'node:crypto';
import { answerInvitation, invitationOf, makeLink } from '../support/invitation-links.ts';
import { addDog, keepPortrait, makeFeed, newOwner, type Owner, planParty } from '../support/owners.ts';
import { putPicture } from '../support/pictures.ts';
import { PushBrowser } from '../support/push-browser.ts';

type Row = Readonly<Record<string, unknown>> & { readonly id: string };

/** An owner whose every value is marked, so it can be recognised wherever it turns up. */
export type Victim = Owner & {
  readonly dog: Row;
  readonly party: Row;
  readonly portrait: Row;
  readonly invitation: Row;
  /** The guest who has answered it. */
  readonly guest: Row;
  /** The token of the link to it, and the guest's own token. */
  readonly tokens: { readonly link: string; readonly guest: string };
  /** A browser that receives reminders. */
  readonly subscription: Row;
  /** The token of a calendar. */
  readonly feed: string;
  /** The name of the photo in its bucket. */
  readonly photo: string;
  /** The files, by bucket. */
  readonly files: Readonly<Record<Bucket, string>>;
  /** Texts that no answer to anybody else may contain. */
  readonly marks: readonly string[];
};

type Place = { readonly url: string; readonly key: string };

export type Bucket = 'dog-photos' | 'invitation-previews';

/** Creates an owner with a dog, a party, a photo and the preview of an invitation, all of them marked. */
export async function newVictim(backend: Place): Promise<Victim> {
  const mark = (what: string) => `${what}-${randomUUID().slice(0, 13)}`;
  const [ownerName, dogName, notes, title] = [mark('Owner'), mark('Dog'), mark('Diary'), mark('Party')] as const;
  const owner = await newOwner(backend, { name: ownerName });
  const password = `Bone-${randomUUID()}`;
  const change = await owner.client.auth.updateUser({ password, current_password: owner.password });
  if (change.error) throw change.error;
  const dog = await addDog(owner, { name: dogName, notes, breed: mark('Breed') });
  const party = await planParty(owner, dog.id, { title, location: mark('Home') });
  const line = mark('Line');
  const portrait = await keepPortrait(owner, dog.id, { line });
  const { path: photo } = await putPicture(owner, '1790000000001.png');
  const preview = await putPicture(owner, '1790000000001.jpg');
  const files = { 'dog-photos': photo, 'invitation-previews': preview.path };
  const subscription = await askForReminders(owner);
  const feed = await makeFeed(owner);
  const [guestName, email, note] = [mark('Guest'), `${mark('guest')}@wagday.dev`, mark('Note')] as const;
  const invited = await invite(backend, owner, party.id, { name: guestName, email, note });
  const marks = [
    ...[guestName, email, note],
    ownerName,
    dogName,
    notes,
    title,
    line,
    String(dog.breed),
    String(party.location),
    subscription.endpoint,
    owner.email,
  ];
  return { ...owner, password, dog, party, portrait, ...invited, subscription, feed, photo, files, marks };
}

/** Creates an invitation to a party of an owner, and answers it as a guest. */
export async function invite(backend: Place, owner: Owner, partyId: string, changes: object) {
  const link = await makeLink(owner, partyId);
  const { guestToken } = await answerInvitation(backend, link, changes);
  const invitation = await invitationOf(owner, partyId);
  const guests = owner.client.from('party_guests').select().eq('invitation_id', invitation.id);
  const { data: guest } = await guests.single().throwOnError();
  return { invitation, guest, tokens: { link, guest: guestToken } };
}

/** Turns on reminders by mail and by push for an owner. */
export async function askForReminders({ client }: Owner): Promise<{ id: string; endpoint: string }> {
  await client.from('reminder_settings').insert({ time_zone: 'UTC', by_mail: true, by_push: true }).throwOnError();
  const endpoint = `https://fcm.googleapis.com/fcm/send/${randomUUID()}`;
  const { data } = await client
    .from('push_subscriptions')
    .insert(new PushBrowser().subscription(endpoint))
    .select()
    .single()
    .throwOnError();
  return data;
}

/** Returns everything that belongs to the victim, as the victim sees it: it must be the same before and after an attack. */
export async function belongings(victim: Victim, backend: Place): Promise<unknown> {
  const headers = { Authorization: `Bearer ${victim.accessToken}` };
  const read = async (path: string) => (await fetch(`${backend.url}${path}`, { headers })).text();
  const files = Object.entries(victim.files).map(async ([bucket, name]) => {
    const picture = await fetch(`${backend.url}/storage/v1/object/public/${bucket}/${name}`);
    return {
      listed: (await victim.client.storage.from(bucket).list(victim.id)).data,
      picture: Buffer.from(await picture.arrayBuffer()).toString('base64'),
    };
  });
  return {
    dogs: JSON.parse(await read('/rest/v1/dogs?order=id')),
    parties: JSON.parse(await read('/rest/v1/birthday_celebrations?order=id')),
    invitations: JSON.parse(await read('/rest/v1/party_invitations?order=id')),
    guests: JSON.parse(await read('/rest/v1/party_guests?order=id')),
    portraits: JSON.parse(await read('/rest/v1/portraits?order=id')),
    reminders: JSON.parse(await read('/rest/v1/reminder_settings')),
    subscriptions: JSON.parse(await read('/rest/v1/push_subscriptions?order=id')),
    calendars: JSON.parse(await read('/rest/v1/calendar_feeds?select=id,name,last_read_at')),
    user: JSON.parse(await read('/auth/v1/user')),
    files: await Promise.all(files),
  };
}
