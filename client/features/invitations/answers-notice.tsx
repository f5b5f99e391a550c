import { Button } from '../../ui/button.tsx';
import { GuestsIcon } from './guests-icon.tsx';

/** The most parties of which new answers are told at once; the others follow when these have been looked at. */
const listedCount = 3;

/** Tells of answers that their host has not seen yet, with the way to them. */
export function AnswersNotice<News extends { id: string; title: string; newCount: number }>({
  news,
  onOpen,
}: {
  news: readonly News[];
  onOpen: (of: News) => void;
}) {
  if (news.length === 0) return null;
  return (
    <aside aria-label="New answers" className="mx-auto grid w-full max-w-page gap-2 px-4 pt-4 sm:px-6">
      {news.slice(0, listedCount).map((of) => (
        <div key={of.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-field bg-sky-wash px-4 py-2.5">
          <GuestsIcon className="size-7 shrink-0" />
          <p className="min-w-48 flex-1 wrap-anywhere">
            <strong>{of.newCount === 1 ? '1 new answer' : `${of.newCount} new answers`}</strong> for {of.title}
          </p>
          <Button look="secondary" aria-haspopup="dialog" onClick={() => onOpen(of)}>
            See Guests<span className="sr-only"> of {of.title}</span>
          </Button>
        </div>
      ))}
    </aside>
  );
}
