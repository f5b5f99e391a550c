import { icon } from '../../ui/icon.tsx';

/** A bell: reminders. */
export const BellIcon = icon(
  <path d="M4.6 17.6Q12 18.4 19.5 17.5Q17.6 15.6 17.3 11.6Q17.1 5.3 12.1 5.1Q7 5.2 6.7 11.5Q6.4 15.7 4.6 17.6ZM12.1 5V3M9.6 19.9Q10.4 21.6 12.1 21.6Q13.8 21.5 14.5 19.8" />,
);
