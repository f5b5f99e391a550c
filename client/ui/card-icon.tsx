import { icon } from './icon.tsx';

/** An open greeting card. Apart from the other icons, because the landing page shows none. */
export const CardIcon = icon(
  <>
    <path d="M8.4 4.3Q14 3.7 19.6 4.2Q20.3 12 19.7 19.9Q14 20.6 8.3 20.1Q7.7 12 8.4 4.3ZM8.3 4.4Q5.9 5.3 4 6.7Q3.6 12.4 4 18Q6 19.3 8.2 20" />
    <path d="M10.9 11.1Q11.3 8.8 14 10.4Q16.7 8.7 17.1 11.1Q16.9 13.5 14 15.4Q11 13.5 10.9 11.1Z" strokeWidth="1.8" />
  </>,
);
