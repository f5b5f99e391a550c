import { icon } from '../../ui/icon.tsx';

/** A rain cloud: no network. */
export const CloudIcon = icon(
  <path d="M6.6 15.6Q2.6 15.4 2.7 11.9Q2.9 8.9 6 8.7Q7.2 4 11.6 4.1Q15.8 4.3 16.7 8.2Q21.2 8 21.3 12Q21.1 15.6 17.2 15.7Q12 15.9 6.6 15.6ZM8.3 18.6l-.7 1.7M12.4 18.6l-.7 1.7M16.5 18.6l-.7 1.7" />,
);
