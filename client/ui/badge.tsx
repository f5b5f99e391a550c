import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const tones = {
  apricot: 'bg-apricot text-on-apricot',
  sky: 'bg-sky text-on-sky',
  leaf: 'bg-leaf text-on-leaf',
} as const;

export function Badge({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) {
  return (
    <span className={classNames('max-w-full rounded-field px-2 py-0.5 text-sm font-bold wrap-anywhere', tones[tone])}>
      {children}
    </span>
  );
}
