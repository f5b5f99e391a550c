import { AccountActions } from '../features/landing/account-actions.tsx';
import { StartButton } from '../features/landing/start-button.tsx';

export const calculatorId = 'calculator';

/**
 * Parts of the landing page that react to a visitor: these, and the calculator. The page is rendered at build time; they alone
 * are brought to life in the browser, so that the code of all around them, the drawings above all, is not sent a second time.
 */
export const landingIslands = {
  account: <AccountActions isSignedIn={false} />,
  start: <StartButton calculatorId={calculatorId} />,
};
