import { type CallableFunction, candidatesOf, type Functions } from '../database/functions.ts';
import { RestError } from './rest-error.ts';

/**
 * The one function of the name that takes exactly these arguments.
 * @throws {RestError} PGRST202 when there is none, PGRST203 when there are several
 */
export function findFunction(functions: Functions, name: string, given: readonly string[]): CallableFunction {
  const candidates = candidatesOf(functions, name, given);
  const [found, ...others] = candidates;
  if (found && others.length === 0) return found;
  const list = given.join(', ');
  if (found) {
    const message = `Could not choose the best candidate function between: ${candidates.map(signatureOf).join(', ')}`;
    const hint =
      'Try renaming the parameters or the function itself in the database so function overloading can be resolved';
    throw new RestError(300, 'PGRST203', message, { hint });
  }
  const called = given.length === 0 ? ' without parameters' : `(${list})`;
  const searched = given.length === 0 ? ' without parameters' : ` with parameter${given.length > 1 ? 's' : ''} ${list}`;
  throw new RestError(404, 'PGRST202', `Could not find the function public.${name}${called} in the schema cache`, {
    details: `Searched for the function public.${name}${searched} or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.`,
  });
}

function signatureOf({ name, arguments: known }: CallableFunction): string {
  return `public.${name}(${known.map((argument) => `${argument.name} => ${argument.type}`).join(', ')})`;
}
