// The sentence that tells the player what to do now; cards are written as codes.

/** @import { Card } from "../../../components/types.js" */
/** @import { Game } from "../game.js" */
import { capital } from "../../../components/dom.js";
import { inWords, whyHandEnded } from "../../../components/narration.js";
import { theCard } from "./text.js";

/** The reason why the hand is over. @param {Game} game */
export function whyOver(game) {
  const end = game.hand?.end;
  if (!end || !game.state) return "";
  const out = game.state.hands.findIndex((cards) => !cards.length);
  const parts = whyHandEnded(end.why, out, (seat) => seat === game.seat);
  return `${capital(inWords(game.known, parts))}.`;
}

/** The instruction for the player; spectators are told that they are watching. @param {Game} game @param {Card | null} selected */
export function prompt(game, selected) {
  return (game.watching && !game.known.open ? "You are watching. " : "") + whatNow(game, selected);
}

/** @param {Game} game @param {Card | null} selected */
function whatNow(game, selected) {
  const { turn } = game;
  if (game.ended) return game.known.over ? "The game is over." : `The hand is over. ${whyOver(game)}`;
  if (game.upcoming) {
    const [seat] = game.upcoming;
    return seat === game.seat ? "Your play…" : `${game.name(seat)} is playing…`;
  }
  if (game.resigned) return "You have resigned: a bot is playing for you.";
  if (game.replaced) return "A bot is playing for you. Take over to play yourself.";
  if (!turn) return "";
  if (!game.mine) return othersTurn(game, turn.seat);
  if (turn.stage === "before") {
    return game.canTake
      ? "Your turn: pick up a card from the deck or the discard pile."
      : "Your turn: draw a card from the deck.";
  }
  if (turn.open) {
    const { total, next } = turn.open;
    return `Raise the accumulation from ${total} to ${next} before you end your turn, or undo.`;
  }
  if (selected) return whereTo(game, selected);
  if (game.ready) return `You can lay phase ${game.ready}! Or discard a card to end your turn.`;
  if (game.laid === null) return "Choose a card to discard; that ends your turn.";
  return game.canAdd
    ? "Add cards to the groups on the table, or discard one to end your turn."
    : "Discard a card to end your turn.";
}

/** @param {Game} game @param {Card} card */
function whereTo(game, card) {
  const { adds, discard, skips } = game.targets(card);
  const name = theCard(card);
  const ways = [
    adds.length && `add ${name} to a highlighted group`,
    discard && `discard ${name} to end your turn`,
    skips.length && `choose the player who will miss a turn`,
  ].filter(Boolean);
  return ways.length ? `${capital(ways.join(", or "))}.` : `You cannot play ${name} now.`;
}

/** @param {Game} game @param {number} seat */
function othersTurn(game, seat) {
  const { who, here, stand_in: standIn } = game.known.seats[seat];
  const name = game.name(seat);
  if (game.known.open) return `It is ${name}'s turn.`;
  if (who === "person" && !here && !standIn)
    return game.watching ? `${name} is away.` : `${name} is away. Wait, or let a bot play.`;
  return `Waiting for ${name}.`;
}
