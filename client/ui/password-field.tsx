import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { controlClasses, Field, type Wired } from './field.tsx';
import { icon } from './icon.tsx';

const eye = (
  <path d="M2.6 12.2Q6.6 5.6 12 5.5Q17.5 5.6 21.4 12.1Q17.3 18.4 12 18.5Q6.5 18.4 2.6 12.2ZM12 9.1Q14.9 9.2 14.9 12.1Q14.8 14.9 11.9 14.9Q9.1 14.8 9.1 12Q9.2 9.2 12 9.1Z" />
);
const EyeIcon = icon(eye);
const CrossedEyeIcon = icon(
  <>
    {eye}
    <path d="M4.4 20.2Q12.1 12.4 19.7 3.9" />
  </>,
);

type PasswordFieldProps = Omit<Wired<'input'>, 'type' | 'isOptional' | 'ref'>;

/** A password field with a button that shows it. Sending the form hides it again, so that password managers see such a field. */
export function PasswordField({ label, problem, hint, onValueChange, ...rest }: PasswordFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  /** The selection before a switch: browsers put the caret at the start when the type of a field changes. */
  const selection = useRef<[number | null, number | null]>([null, null]);
  const [isShown, setIsShown] = useState(false);

  useEffect(() => {
    const form = input.current?.form;
    const hide = () => setIsShown(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the selection is restored each time the type has changed.
  useLayoutEffect(() => {
    if (document.activeElement === input.current) input.current?.setSelectionRange(...selection.current);
  }, [isShown]);

  function toggle() {
    selection.current = [input.current?.selectionStart ?? null, input.current?.selectionEnd ?? null];
    setIsShown(!isShown);
  }

  return (
    <Field {...{ label, problem, hint, onValueChange }}>
      {(wiring) => (
        <div className="relative">
          <input
            ref={input}
            type={isShown ? 'text' : 'password'}
            // No spelling checker may read a shown password.
            spellCheck={false}
            autoCapitalize="off"
            autoCorrect="off"
            // The last class hides Edge's own button.
            className={classNames(controlClasses, 'pe-13 [&::-ms-reveal]:hidden')}
            {...wiring}
            {...rest}
          />
          <button
            type="button"
            title="Show password"
            aria-pressed={isShown}
            className="absolute inset-y-0 end-0.5 my-auto inline-flex size-11 items-center justify-center rounded-field text-ink-soft hover:text-ink"
            // Keeps the focus, and with it the caret and a phone's keyboard, in the field.
            onPointerDown={(event) => event.preventDefault()}
            onClick={toggle}
          >
            {isShown ? <CrossedEyeIcon /> : <EyeIcon />}
          </button>
        </div>
      )}
    </Field>
  );
}
