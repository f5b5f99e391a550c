import { icon } from '../../ui/art/icon.tsx';

/** A rain cloud: no network. */
export const CloudIcon = icon(
  <path d="M6.6 15.6Q2.6 15.4 2.7 11.9Q2.9 8.9 6 8.7Q7.2 4 11.6 4.1Q15.8 4.3 16.7 8.2Q21.2 8 21.3 12Q21.1 15.6 17.2 15.7Q12 15.9 6.6 15.6ZM8.3 18.6l-.7 1.7M12.4 18.6l-.7 1.7M16.5 18.6l-.7 1.7" />,
);

/** A phone with an arrow into it: install the app. */
export const InstallIcon = icon(
  <path d="M6.8 2.9Q12 2.5 17.1 2.9Q18.2 12 17.2 21.1Q12 21.5 6.7 21.1Q5.8 12 6.8 2.9ZM12 6.4V14M8.9 11.1Q10.4 13.2 12 14.1Q13.6 13.2 15.2 11M10.7 18h2.5" />,
);
