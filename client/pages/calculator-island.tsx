import { Calculator } from '../features/calculator/calculator.tsx';
import { calculatorId } from './landing-islands.tsx';

/** The part of the landing page that is most of its code. It comes when a visitor turns to the page. */
export const calculatorIsland = <Calculator id={calculatorId} />;
