import type { ReactNode } from 'react';
import { Countdown, type CountdownProps } from '../features/guest-page/countdown.tsx';
import { OwnLink } from '../features/guest-page/own-link.tsx';

/** The props of each island. They stand in the page as JSON, so that the browser renders the same. */
export type IslandProps = { countdown: CountdownProps; link: { address: string; isAnswerable: boolean } };

/** The parts of an invitation's page that a script brings to life. All else needs none. */
export const invitationIslands: { [Name in keyof IslandProps]: (props: IslandProps[Name]) => ReactNode } = {
  countdown: Countdown,
  link: OwnLink,
};
