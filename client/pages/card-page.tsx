import type { CalendarDate } from '../../domain/dates/calendar-date.ts';
import { cardOfDay } from '../cards/card-of-day.ts';
import { draftStore } from '../data/drafts/kept-drafts.ts';
import type { Dog } from '../data/records/dogs.ts';
import { BackIcon } from '../ui/app-icons.tsx';
import { IconButton } from '../ui/button.tsx';
import { loadedPart } from '../ui/loaded.tsx';

const CardEditor = loadedPart(
  async () => (await import('../cards/card-editor.tsx')).CardEditor,
  <p role="status">Looking for the good scissors...</p>,
);

type CardPageProps = {
  ownerId: string;
  dog: Dog;
  today: CalendarDate;
  onBack: () => void;
};

/** The page of a dog's card. Today's celebration decides which card it is. */
export function CardPage({ ownerId, dog, today, onBack }: CardPageProps) {
  const { title, card } = cardOfDay(dog, today, `${window.location.origin}/`);
  const usual = card.content.wish ?? '';
  const draft = draftStore(ownerId, `card ${dog.id}`, { usual: '', wish: '' });
  return (
    <main className="mx-auto w-full max-w-page grow px-4 pb-6 sm:px-6">
      <title>{`${title} on Wagday`}</title>
      <div className="-mx-2 flex items-center gap-1 py-2">
        <IconButton label="Back" onClick={onBack}>
          <BackIcon />
        </IconButton>
        <h1 tabIndex={-1} className="line-clamp-2 text-title wrap-anywhere">
          {title}
        </h1>
      </div>
      <CardEditor
        key={card.fileName}
        card={card}
        dogName={dog.name}
        photo={dog.photoUrl}
        focus={dog.photoFocus}
        toolsClasses="md:rounded-card md:bg-card md:p-5 md:shadow-card"
        keptWish={{
          // A wish for another celebration or stage of life is none for this one.
          read: () => {
            const kept = draft.read();
            return kept?.usual === usual ? kept.wish : null;
          },
          keep: (wish) => draft.keep({ usual, wish }, false),
        }}
      />
    </main>
  );
}
