"""PettingZoo style: Magical OOPerations learned by playing against oneself.

Both seats use the same policy. Every so many matches it plays against an opponent who acts at random; the curve is how
often it wins. Run it with ``python examples/learn_aec.py``; it takes about half a minute.
"""

from __future__ import annotations

from linear import LinearPolicy, Step, random_action, show

from tablewright.envs import aec


def play(
    env: aec.ArenaEnv, policy: LinearPolicy, learner: str | None, seed: int
) -> tuple[list[list[Step]], list[float]]:
    """Play a match; ``learner`` is the agent that uses the policy, ``None`` if all do. Return steps and rewards."""
    steps: dict[str, list[Step]] = {agent: [] for agent in env.possible_agents}
    rewards = {}
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            rewards[agent] = reward
            env.step(None)
        elif learner in (None, agent):
            step = policy.decide(observation["observation"], observation["action_mask"])
            steps[agent].append(step)
            env.step(step.action)
        else:
            env.step(random_action(observation["action_mask"], policy.random))
    return list(steps.values()), [rewards[agent] for agent in env.possible_agents]


def winning_rate(env: aec.ArenaEnv, policy: LinearPolicy, matches: int) -> float:
    """Play against a random opponent, every deal once from each seat."""
    won = 0.0
    for number in range(matches):
        seat = number % 2
        _, rewards = play(env, policy, f"player_{seat}", seed=10**6 + number // 2)
        won += (rewards[seat] + 1) / 2
    return won / matches


def train(matches: int = 4000, every: int = 500, judged_by: int = 200) -> list[tuple[int, float]]:
    """Learn, and return how often the policy won after so many matches."""
    env = aec.env("ooperations")
    policy = LinearPolicy(env.arena.encoder.layout, len(env.arena.actions), rate=0.005)
    curve = []
    for number in range(matches + 1):
        if number % every == 0:
            curve.append((number, winning_rate(env, policy, judged_by)))
        for steps, reward in zip(*play(env, policy, None, seed=number), strict=True):
            policy.learn(steps, reward)
    return curve


if __name__ == "__main__":
    show("share of matches won against a random opponent", train())
