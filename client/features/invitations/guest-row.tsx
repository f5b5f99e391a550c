import { companyText, dogsText, groupOf } from '../../../domain/guests/listed-guests.ts';
import { isolated } from '../../../domain/text/text.ts';
import type { Coat } from '../../art/coats.ts';
import { initialOf } from '../../art/dog-placeholder.tsx';
import { coatsAtTable, DogFace, type SeatedDog } from '../../art/party-table.tsx';
import type { Guest } from '../../data/records/guests.ts';
import { Badge } from '../../ui/badge.tsx';
import { CheckBox } from '../../ui/check-box.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Chevron } from '../../ui/disclosure.tsx';
import { isAnsweredAlone } from './guest-removal.tsx';

function sharedText([first, ...others]: readonly Guest[]): string {
  return first ? `Same email as ${first.name}${others.length > 0 ? ` and ${others.length} more` : ''}` : '';
}

type GuestDetailsProps = {
  guest: Guest;
  sharers?: readonly Guest[];
  className?: string;
};

/** What a guest has said, in one line of facts. `sharers` are the other guests with the same address. */
export function GuestDetails({ guest, sharers = [], className }: GuestDetailsProps) {
  const { answer, dogs, allergies, brings, note, email } = guest;
  const facts = [
    answer === 'no' ? '' : companyText(guest),
    dogsText(dogs),
    allergies && `Allergies: ${allergies}`,
    brings.length > 0 && `Brings ${brings.join(', ')}`,
    sharedText(sharers),
    isAnsweredAlone(guest) ? '' : 'Added by you',
    email,
    note && `“${note}”`,
  ];
  return (
    <p className={classNames('text-sm wrap-anywhere', className)}>
      {facts.flatMap((fact) => (fact ? isolated(fact) : [])).join(' · ')}
    </p>
  );
}

const newBadge = <Badge tone="sky">New</Badge>;

type Shown = {
  guest: Guest;
  sharers: readonly Guest[];
  isNew: boolean;
};

/** In which coat the guest's first dog sits at the table. */
type InCoat = { coat?: Coat | undefined };

export type CoatOf = (guest: Guest) => InCoat['coat'];

/** Finds the coat in which a guest's first dog is at the table, or would be if they came: who says maybe keeps theirs. */
export function coatFinder(host: SeatedDog | null, guests: readonly Guest[]): CoatOf {
  const coatsWith = (asked?: Guest) => {
    const dogs = guests.filter((guest) => guest === asked || groupOf(guest) === 'yes').flatMap((guest) => guest.dogs);
    const coats = coatsAtTable(host, dogs);
    return new Map(dogs.map((dog, index) => [dog, coats[index]]));
  };
  const found = coatsWith();
  return (guest) => {
    const [dog] = guest.dogs;
    if (dog && !found.has(dog)) found.set(dog, coatsWith(guest).get(dog));
    return dog && found.get(dog);
  };
}

/** The guest's first dog as it sits at the table, or the initial of a guest without one. Decorative: words beside it say so. */
export function Face({ guest: { name, dogs }, coat }: { guest: Guest } & InCoat) {
  if (dogs[0]) return <DogFace size={dogs[0].size} coat={coat} className="size-12 shrink-0" />;
  return (
    <span
      aria-hidden="true"
      className="grid size-12 shrink-0 place-content-center rounded-pill bg-(--art-cream) font-display text-title font-bold text-(--art-tag-ink)"
    >
      {initialOf(name)}
    </span>
  );
}

type GuestChoiceProps = Shown & {
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
};

export function GuestChoice({ guest, sharers, isNew, isChosen, onChoose }: GuestChoiceProps) {
  return (
    <li className="break-inside-avoid px-3 py-1.5">
      <CheckBox
        label={
          <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 font-bold wrap-anywhere">
            <span className="min-w-0">{guest.name}</span>
            {isNew && newBadge}
          </span>
        }
        hint={<GuestDetails guest={guest} sharers={sharers} className="line-clamp-2" />}
        isChecked={isChosen}
        onCheckedChange={onChoose}
      />
    </li>
  );
}

/** One guest, with a note that is whole unless it is very long. A press anywhere on the row opens their answer, where the rest is. */
export function GuestRow({ guest, sharers, isNew, coat, onEdit }: Shown & InCoat & { onEdit: () => void }) {
  return (
    <li className="relative flex min-h-18 break-inside-avoid items-center gap-3 rounded-field px-3 py-2 hover:bg-apricot-wash">
      <Face guest={guest} coat={coat} />
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-center gap-x-2">
          <button
            type="button"
            data-opens={guest.id}
            className="printed min-w-0 text-start font-display font-bold wrap-anywhere after:absolute after:inset-0"
            onClick={onEdit}
          >
            <span className="sr-only">Change the answer of </span>
            {guest.name}
          </button>
          {isNew && newBadge}
        </div>
        <GuestDetails guest={guest} sharers={sharers} className="line-clamp-6" />
      </div>
      <Chevron className="size-5 shrink-0 -rotate-90 text-ink-soft" />
    </li>
  );
}
