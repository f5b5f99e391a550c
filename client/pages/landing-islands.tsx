import { AccountActions, StartButton } from '../features/landing/landing-buttons.tsx';

export const calculatorId = 'calculator';

/**
 * The interactive parts of the landing page besides the calculator. The page is prerendered and only these are hydrated, so the code
 * of the rest, mostly drawings, is not sent.
 */
export const landingIslands = {
  account: <AccountActions />,
  start: <StartButton calculatorId={calculatorId} />,
};
