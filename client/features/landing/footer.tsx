import { PawIcon } from '../../ui/icons.tsx';

export function Footer() {
  return (
    <footer className="mt-auto border-t-2 border-line">
      <div className="mx-auto flex w-full max-w-page flex-wrap items-center justify-center gap-x-6 gap-y-2 px-4 py-8 text-center text-sm text-ink-soft sm:justify-between sm:px-6 sm:text-start">
        <p className="flex items-center gap-2 font-display font-bold text-ink">
          <PawIcon className="size-5 text-raspberry" />
          Wagday
        </p>
        <p>An estimate for joy, and for thinking about care. Your vet knows your dog best.</p>
      </div>
    </footer>
  );
}
