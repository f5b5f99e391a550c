import { useRef, useState } from 'react';

/** Where the draft of one form is kept; `isOpen` says whether the form is to open again with the page. */
type DraftStore<Draft> = {
  read: () => Draft | null;
  keep: (draft: Draft, isOpen: boolean) => void;
  forget: () => void;
};

/** What is typed into one form, kept through a reload and closing until it is saved or given up. `blank` is the form with nothing kept. */
export function useFormDraft<Draft extends object>(store: DraftStore<Draft>, blank: Draft) {
  const [kept] = useState(store.read);
  const [draft, setDraft] = useState(kept ?? blank);
  const [isResumed, setIsResumed] = useState(kept !== null);
  const [start] = useState(blank);
  // An uploaded photo arrives while the owner types: it changes the newest draft, not the rendered one.
  const latest = useRef(draft);

  function put(next: Draft) {
    latest.current = next;
    setDraft(next);
  }

  const isFilled = () => JSON.stringify(latest.current) !== JSON.stringify(start);

  return {
    draft,
    isResumed,
    latest: () => latest.current,
    change: (part: Partial<Draft>) => {
      put({ ...latest.current, ...part });
      store.keep(latest.current, true);
    },
    /** Called when the form closes. Returns whether its draft is kept. */
    leave: (): boolean => {
      if (isFilled()) store.keep(latest.current, false);
      else store.forget();
      return isFilled();
    },
    startOver: () => {
      store.forget();
      put(start);
      setIsResumed(false);
    },
    end: store.forget,
  };
}
