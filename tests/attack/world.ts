import { randomUUID } from 'node:crypto';
import { plainPicture } from '../support/pictures.ts';
import { PushBrowser } from '../support/push-browser.ts';
import { addDog, newClient, newOwner, type Owner, planParty } from '../support/test-backend.ts';

/** An owner whose every value is marked, so that it is known again wherever it turns up. */
export type Victim = Owner & {
  readonly dog: Readonly<Record<string, unknown>> & { readonly id: string };
  readonly party: Readonly<Record<string, unknown>> & { readonly id: string };
  /** A browser that gets reminders. */
  readonly subscription: Readonly<Record<string, unknown>> & { readonly id: string };
  /** The name of the photo in its bucket. */
  readonly photo: string;
  /** The files, by bucket. */
  readonly files: Readonly<Record<Bucket, string>>;
  /** What no answer to anybody else may hold. */
  readonly marks: readonly string[];
};

type Place = { readonly url: string; readonly key: string };

export type Bucket = 'dog-photos' | 'invitation-previews';

/** An owner with a dog, a party, a photo and the preview of an invitation, all of them marked. */
export async function newVictim(backend: Place): Promise<Victim> {
  const mark = (what: string) => `${what}-${randomUUID().slice(0, 13)}`;
  const [ownerName, dogName, notes, title] = [mark('Owner'), mark('Dog'), mark('Diary'), mark('Party')] as const;
  const owner = await newOwner(backend, { name: ownerName });
  const password = `Bone-${randomUUID()}`;
  const change = await owner.client.auth.updateUser({ password, current_password: owner.password });
  if (change.error) throw change.error;
  const dog = await addDog(owner, { name: dogName, notes, breed: mark('Breed') });
  const party = await planParty(owner, dog.id, { title, location: mark('Home') });
  const photo = `${owner.id}/1790000000001.png`;
  const files = { 'dog-photos': photo, 'invitation-previews': `${owner.id}/1790000000001.jpg` };
  for (const [bucket, name] of Object.entries(files)) {
    const { buffer } = await plainPicture('#123456', name.endsWith('.jpg') ? 'jpeg' : 'png');
    const contentType = name.endsWith('.jpg') ? 'image/jpeg' : 'image/png';
    const { error } = await owner.client.storage.from(bucket).upload(name, buffer, { contentType });
    if (error) throw error;
  }
  const subscription = await askForReminders(owner);
  const marks = [
    ownerName,
    dogName,
    notes,
    title,
    String(dog.breed),
    String(party.location),
    subscription.endpoint,
    owner.email,
  ];
  return { ...owner, password, dog, party, subscription, photo, files, marks };
}

/** Reminders by mail and by push for an owner. */
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

/** All that is the victim's, as the victim sees it: the same before and after an attack. */
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
    reminders: JSON.parse(await read('/rest/v1/reminder_settings')),
    subscriptions: JSON.parse(await read('/rest/v1/push_subscriptions?order=id')),
    user: JSON.parse(await read('/auth/v1/user')),
    files: await Promise.all(files),
  };
}

/** Whoever has no account. */
export const nobody = newClient;
