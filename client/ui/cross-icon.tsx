import { icon } from './icon.tsx';

/** Apart from the other icons, because every dialog has it, also that of a page which must be light. */
export const CrossIcon = icon(<path d="M6.2 6.3Q12 11.6 17.9 17.8M17.7 6.2Q12.2 11.8 6.1 17.7" strokeWidth="2.6" />);
