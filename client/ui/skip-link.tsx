/** The main part of the pages of visitors. Of an owner's page the hash names the place. */
const mainPart = '#main';

/** The first stop of the keyboard on a page with a header, which it leads past. It is seen only while it has the focus. */
export function SkipLink({ onSkip }: { onSkip?: () => void }) {
  return (
    <a
      href={mainPart}
      className="absolute start-2 top-2 z-30 rounded-button bg-ink px-4 py-2.5 font-bold text-card not-focus:sr-only"
      onClick={(event) => {
        if (!onSkip) return;
        event.preventDefault();
        onSkip();
      }}
    >
      Skip to Content
    </a>
  );
}
